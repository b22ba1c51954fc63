import { PlannedTopics } from '../ui/planned-topics.tsx';

const topics = [
  'Using the beta',
  'Your documents and decks',
  'Acceptable use',
  'Plans and billing',
  'Confidentiality',
  'Warranties and liability',
  'Ending the agreement',
  'Changes to these terms',
];

export const Component = () => (
  <PlannedTopics
    name="Terms"
    title="Terms of Service"
    lead="*Coming Soon.* We are writing them now. These are the topics they will cover."
    topics={topics}
  />
);

import { PlannedTopics } from '../ui/planned-topics.tsx';

const topics = [
  'Information we collect',
  'How we use it',
  'Documents and templates you upload',
  'No training on your docs',
  'Cookies and local storage',
  'Retention and deletion',
  'Your rights',
  'How to reach us',
];

export const Component = () => (
  <PlannedTopics
    name="Privacy"
    title="Privacy Policy"
    lead="*Coming Soon.* We are writing it in plain language. These are the topics it will cover."
    topics={topics}
  />
);

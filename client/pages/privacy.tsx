import { privacyPage } from '../copy.ts';
import { PlannedTopics } from '../ui/planned-topics.tsx';

export const Component = () => <PlannedTopics {...privacyPage} />;

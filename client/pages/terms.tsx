import { termsPage } from '../../shared/site.ts';
import { PlannedTopics } from '../ui/planned-topics.tsx';

export const Component = () => <PlannedTopics {...termsPage} />;

import type { privacyPage, termsPage } from '../../shared/site.ts';
import { usePageConfig } from '../config/page-config.tsx';
import { BackToHome } from './home-links.tsx';
import { Sheet } from './sheet.tsx';

function Topics({ topics }: { topics: readonly string[] }) {
  return (
    <table className="topics">
      <thead>
        <tr>
          <th scope="col" colSpan={2}>
            Planned topics
          </th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {topics.map((topic, index) => (
          <tr key={topic}>
            <td>{index + 1}</td>
            <th scope="row">{topic}</th>
            <td>
              <span>Planned</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A legal page that is still to be written: the topics that it will cover. */
export function PlannedTopics({
  name,
  title,
  lead,
  topics,
}: typeof privacyPage | typeof termsPage) {
  const { contactEmail } = usePageConfig();
  const note = (
    <>
      Questions in the meantime: <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
    </>
  );
  const exhibit = <Topics topics={topics} />;
  return (
    <Sheet tracker="Legal" name={name} title={title} lead={lead} exhibit={exhibit} note={note}>
      <div className="actions">
        <BackToHome />
      </div>
    </Sheet>
  );
}

import { ContentPage } from './content-page.tsx';
import { MailLink } from './mail-link.tsx';

interface Props {
  name: string;
  title: string;
  lead: string;
  topics: readonly string[];
}

/** Renders a legal page that is not written yet. It lists the topics that it will cover. */
export function PlannedTopics({ topics, ...words }: Props) {
  const note = (
    <>
      Questions in the meantime:{' '}
      <MailLink className="underline underline-offset-4 [overflow-wrap:anywhere]" />
    </>
  );
  const exhibit = (
    <table className="w-full border-collapse border-ink border-t text-left">
      <thead className="text-caption text-ink-3">
        <tr>
          <th className="py-3 font-normal" scope="col" colSpan={2}>
            Planned topics
          </th>
          <th className="text-right font-normal" scope="col">
            Status
          </th>
        </tr>
      </thead>
      <tbody>
        {topics.map((topic, index) => (
          <tr className="border-rule border-t align-baseline" key={topic}>
            <td className="w-9 text-ink-3 text-small">{index + 1}</td>
            <th
              className="py-3 font-normal font-serif text-[1.25rem] leading-[1.3] tracking-[-.01em] [overflow-wrap:anywhere]"
              scope="row"
            >
              {topic}
            </th>
            <td className="text-right text-caption text-ink-3">
              <span className="border-edge border-b border-dashed pb-0.5">Planned</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  return <ContentPage tracker="Legal" {...words} exhibit={exhibit} note={note} />;
}

import { FormLink } from '../early-access/button.tsx';
import { BackToHome, ContentPage } from '../ui/content-page.tsx';
import { Icon } from '../ui/icons.tsx';

const steps = [
  { icon: 'document', title: 'Upload SOW', text: 'PDF or DOCX' },
  { icon: 'template', title: 'Upload PPTX template', text: 'Your PowerPoint brand template' },
  { icon: 'draft', title: 'Review AI storyline and slides', text: 'Edit in the app' },
  { icon: 'deliver', title: 'Download', text: 'A PPTX deck' },
] as const;

function PlannedSteps() {
  return (
    <ol className="grid grid-cols-2 gap-x-4 gap-y-7 md:gap-x-6 md:gap-y-8">
      {steps.map(({ icon, title, text }, index) => (
        <li key={title}>
          <div className="grid aspect-video place-items-center border border-edge border-dashed text-[1.5rem]">
            <Icon name={icon} />
          </div>
          <div className="mt-2 flex items-baseline gap-x-3.5">
            <span className="text-ink-3">{index + 1}</span>
            <div className="min-w-0">
              <h2 className="font-medium font-serif leading-tight tracking-[-.01em] md:text-[1.1875rem]">
                {title}
              </h2>
              <p className="mt-1 text-ink-2 text-small leading-[1.6]">{text}</p>
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}

export function Component() {
  const actions = (
    <>
      <FormLink />
      <BackToHome />
    </>
  );
  return (
    <ContentPage
      name="Upload"
      title="Upload Your Files"
      lead="*Upload Flow Coming Next.* Nothing is sent from this page yet. Here is the flow we are building."
      actions={actions}
      exhibit={<PlannedSteps />}
      note="Dashed frames are planned and not yet active."
    />
  );
}

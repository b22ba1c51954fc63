import { features } from '../../shared/site.ts';
import { MarkedPassage, TemplateFan, WeeksAndMinutes } from '../illustrations/index.ts';
import { Section } from '../ui/section.tsx';

const drawings = {
  'weeks-and-minutes': <WeeksAndMinutes />,
  'marked-passage': <MarkedPassage />,
  'template-fan': <TemplateFan />,
};

export function Features() {
  return (
    <Section id="why" number={2} {...features}>
      <ul className="features">
        {features.cards.map(({ drawing, title, text }) => (
          <li key={title}>
            <div className="card">{drawings[drawing]}</div>
            <div>
              <h3 className="heading">{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

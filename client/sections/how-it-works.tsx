import { steps } from '../../shared/site.ts';
import { Icon } from '../ui/icons.tsx';
import { Section } from '../ui/section.tsx';

/** A process table: each step is a column, and rows share their lines across the columns. */
export function HowItWorks() {
  return (
    <Section id="how-it-works" number={3} {...steps}>
      <div className="steps">
        <div className="steps-rows" aria-hidden="true">
          {steps.rows.map((row) => (
            <p key={row}>{row}</p>
          ))}
        </div>
        <ol>
          {steps.cards.map(({ icon, title, description, details }, index) => (
            <li key={title}>
              <h3 className="chevron">
                <span className="chevron-number">{index + 1}</span> {title}
                <Icon name={icon} />
              </h3>
              <p className="step-sentence">{description}</p>
              <ul className="dashes">
                {details.map((detail) => (
                  <li key={detail}>{detail}</li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}

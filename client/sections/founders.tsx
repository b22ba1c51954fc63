import { advisors, founders, team } from '../../shared/site.ts';
import { IssueTree, SlideGrid } from '../illustrations/index.ts';
import { Icon } from '../ui/icons.tsx';
import { Section } from '../ui/section.tsx';

/** The portrait is the work. */
const portraits = [<IssueTree key="tree" />, <SlideGrid key="grid" />];

export function Founders() {
  return (
    <Section id="founders" number={4} {...team}>
      <ul className="founders">
        {founders.map(({ name, title, background, expertise }, index) => (
          <li className="card" key={name}>
            {portraits[index]}
            <div className="founder">
              <h3>{name}</h3>
              <p>{title}</p>
              <dl>
                <div>
                  <dt>Background</dt>
                  <dd>{background}</dd>
                </div>
                <div>
                  <dt>Expertise</dt>
                  <dd>{expertise}</dd>
                </div>
              </dl>
            </div>
          </li>
        ))}
      </ul>
      <p className="card advisors">
        <Icon name="badge" />
        <span>Advisors</span> <b>{advisors}</b>
      </p>
    </Section>
  );
}

import { Link } from 'react-router-dom';
import { site } from '../../shared/site.ts';
import { EarlyAccessButton } from '../early-access/button.tsx';
import PlannedShield from '../illustrations/planned-shield.svg?react';
import { firstScreenEnd } from '../ui/first-screen.ts';
import { Icon } from '../ui/icons.tsx';
import { MarkedText } from '../ui/marked-text.tsx';
import { sampleDeck } from './order.ts';

const lead = `Upload a statement of work and your PowerPoint template. ${site.name} drafts the storyline and slide titles to match. You edit, then download the deck.`;

const [first, marked, ...rest] = site.promiseLines;
const title = [first, `*${marked}*`, ...rest].join('\n');

/** Renders the trust line, with what the product is today. */
function Trust() {
  return (
    <p className="hero-trust">
      <PlannedShield className="icon size-5" />
      {site.claims.trust}
      <span className="ml-auto text-caption text-ink-3 max-md:hidden lg:max-xl:hidden">
        Pre-launch beta
      </span>
    </p>
  );
}

export function Hero() {
  const link = (
    <Link className="text-link" to="#how-it-works">
      <span>See how it works</span>
      <Icon name="arrow-right" />
    </Link>
  );
  return (
    <section className={sampleDeck ? 'hero preview' : 'hero'} aria-labelledby="hero-title">
      <div className="hero-first page">
        <div className="hero-words">
          <h1
            className="-ml-[0.03em] isolate font-serif text-display"
            id="hero-title"
            tabIndex={-1}
          >
            <MarkedText>{title}</MarkedText>
          </h1>
          <p className="hero-lead isolate text-ink-2">{lead}</p>
          <p className="hero-actions on-paper:hidden">
            <EarlyAccessButton source="hero" className="button" />
            {sampleDeck ? <sampleDeck.SecondAction /> : link}
          </p>
          {sampleDeck && (
            <div className="hero-line">
              <sampleDeck.TemplateLine />
            </div>
          )}
          {sampleDeck && <sampleDeck.DragWords />}
        </div>
        {sampleDeck && <sampleDeck.Stage slideId={firstScreenEnd} />}
        <Trust />
      </div>
      {sampleDeck ? <sampleDeck.ProductWindow /> : <span id={firstScreenEnd} />}
    </section>
  );
}

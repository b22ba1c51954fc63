import { Link } from 'react-router-dom';
import { hero } from '../../shared/site.ts';
import { EarlyAccessButton } from '../early-access/button.tsx';
import { ProductWindow } from '../product-preview/product-window.tsx';
import { anchorPath } from '../ui/anchor-path.ts';
import { Icon } from '../ui/icons.tsx';
import { MarkedText } from '../ui/marked-text.tsx';

export function Hero() {
  return (
    <section className="hero page" aria-labelledby="hero-title">
      <div className="hero-columns">
        <h1 className="display" id="hero-title" tabIndex={-1}>
          <MarkedText>{hero.title}</MarkedText>
        </h1>
        <div className="hero-text">
          <p className="lead">{hero.lead}</p>
          <p className="actions">
            <EarlyAccessButton source="hero" className="button" />
            <Link className="text-link" to={anchorPath('how-it-works')}>
              <span>{hero.more}</span>
              <Icon name="arrow-right" />
            </Link>
          </p>
          <p className="caption">{hero.note}</p>
        </div>
      </div>
      <ProductWindow />
    </section>
  );
}

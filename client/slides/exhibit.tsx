import { BarsChart } from './charts/bars-chart.tsx';
import { CashChart } from './charts/cash-chart.tsx';
import { ClosuresChart } from './charts/closures-chart.tsx';
import { ColumnsChart } from './charts/columns-chart.tsx';
import { CoverTable } from './charts/cover-table.tsx';
import { LinesChart } from './charts/lines-chart.tsx';
import { Options } from './charts/options.tsx';
import { WaterfallChart } from './charts/waterfall-chart.tsx';
import type { Exhibit as ExhibitData } from './slide-content.ts';

/** Draws the exhibit of a slide. */
export function Exhibit({ exhibit }: { exhibit: ExhibitData }) {
  switch (exhibit.kind) {
    case 'lines':
      return <LinesChart {...exhibit} />;
    case 'columns':
      return <ColumnsChart {...exhibit} />;
    case 'bars':
      return <BarsChart {...exhibit} />;
    case 'bridge':
      return <WaterfallChart {...exhibit} />;
    case 'coverage':
      return <CoverTable {...exhibit} />;
    case 'payback':
      return <CashChart {...exhibit} />;
    case 'closures':
      return <ClosuresChart {...exhibit} />;
    case 'options':
      return <Options {...exhibit} />;
  }
}

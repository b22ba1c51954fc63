import { template } from '../sample/engagement.ts';
import { useLaterTemplate } from '../state.ts';
import Closing from './layouts/closing.svg?react';
import Section from './layouts/section.svg?react';
import Table from './layouts/table.svg?react';
import Title from './layouts/title.svg?react';
import TitleAndChart from './layouts/title-and-chart.svg?react';
import TwoColumns from './layouts/two-columns.svg?react';

const drawings = [Title, Section, TitleAndChart, TwoColumns, Table, Closing];

/** Draws the layouts of the chosen look. @param named whether the names of our layouts stand under them. */
export function TemplateLayouts({ named = false }: { named?: boolean }) {
  const own = useLaterTemplate();
  if (own) return <own.draw.Layouts template={own} />;
  return drawings.map((Layout, index) => (
    <div key={template.layouts[index]}>
      <Layout className="w-full border border-deck-light bg-deck-paper fill-none forced-color-adjust-none" />
      {named && template.layouts[index]}
    </div>
  ));
}

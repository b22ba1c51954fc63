import { sections } from '../sections/order.ts';

export const Component = () =>
  sections.map(({ id, Content }, index) => <Content key={id} id={id} number={index + 1} />);

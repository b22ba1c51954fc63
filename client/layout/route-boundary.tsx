import { Component, type ReactNode } from 'react';
import { Failure } from '../pages/failure.tsx';

/** Shows the failure page in place of a page that fails to load or to render. */
export class RouteBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    return 'error' in this.state ? <Failure error={this.state.error} /> : this.props.children;
  }
}

import type { ReactNode } from 'react';
import { site } from '../../shared/site.ts';
import { Icon } from '../ui/icons.tsx';
import { Tooltip } from './tooltip.tsx';

export const dialogTitleId = 'early-access-title';

/**
 * What stands around both views of the dialog: its name, its way out (worked by the boot script), its foot. Neither is a
 * header or footer: outside of a section those are landmarks of the whole page.
 */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="access">
      <div className="access-head">
        <p>Early access</p>
        <Tooltip text="Close">
          {(id) => (
            <button
              type="button"
              className="access-close"
              data-close-dialog=""
              aria-label="Close"
              aria-describedby={id}
            >
              <Icon name="close" />
            </button>
          )}
        </Tooltip>
      </div>
      <div className="access-body">{children}</div>
      <div className="access-foot caption">
        <span>{site.trust}.</span>
        <span>{site.name}</span>
      </div>
    </div>
  );
}

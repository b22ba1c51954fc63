import { hydrateRoot } from 'react-dom/client';
import { readPageConfig } from '../config/page-config.tsx';
import { createQueryClient } from './data-layer.ts';
import { EarlyAccess } from './early-access.tsx';
import { dialogRootId } from './ids.ts';

// A root of its own: the pages need not be here for the dialog to work, nor the dialog for the pages.
const root = document.getElementById(dialogRootId);
if (root) {
  hydrateRoot(root, <EarlyAccess config={readPageConfig()} client={createQueryClient()} />);
}

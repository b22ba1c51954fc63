import { observeReveals } from './reveal.ts';

/** Makes the page usable before React arrives. */

observeReveals();
document.documentElement.classList.add('js');

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return;
  const toggle = document.querySelector('[data-menu-toggle]');
  if (target.closest('[data-menu-toggle]')) {
    const isOpen = toggle?.getAttribute('aria-expanded') === 'true';
    toggle?.setAttribute('aria-expanded', String(!isOpen));
  } else if (target.closest('#menu a, #menu button')) {
    toggle?.setAttribute('aria-expanded', 'false');
  }
  if (target.closest('[data-early-access]')) {
    document.querySelector<HTMLDialogElement>('#early-access')?.showModal();
  }
});

const load = () => import('../app.tsx');
if ('requestIdleCallback' in window) requestIdleCallback(load);
else setTimeout(load, 200);

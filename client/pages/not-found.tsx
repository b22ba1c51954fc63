import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { notFoundPage } from '../copy.ts';
import MissingBar from '../illustrations/missing-bar.svg?react';
import { Actions, ReturnToHome } from '../ui/home-links.tsx';
import { Sheet } from '../ui/sheet.tsx';

export function Component() {
  const { pathname } = useLocation();
  useEffect(() => {
    console.warn(`404: there is no page at ${pathname}`);
  }, [pathname]);
  const { name, title, lead, note } = notFoundPage;
  return (
    <Sheet tracker={name} title={title} lead={lead} exhibit={<MissingBar />} note={note} isDrawing>
      <Actions>
        <ReturnToHome />
      </Actions>
    </Sheet>
  );
}

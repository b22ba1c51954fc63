import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import MissingBar from '../illustrations/pages/missing-bar.svg?react';
import { ContentPage, ReturnToHome } from '../ui/content-page.tsx';

export function Component() {
  const { pathname } = useLocation();
  useEffect(() => {
    console.warn(`404: there is no page at ${pathname}`);
  }, [pathname]);
  return (
    <ContentPage
      name="404"
      title={'Oops!\nPage not found'}
      lead="The address is missing from this deck. It may have moved, or it was never drafted."
      actions={<ReturnToHome />}
      exhibit={<MissingBar />}
      isDrawing
      note="One bar is missing from the drawing, as one page is from the deck. Illustrative."
    />
  );
}

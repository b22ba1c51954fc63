import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import MissingBar from '../illustrations/pages/missing-bar.svg?react';
import { ReturnToHome, Sheet } from '../ui/sheet.tsx';

export function Component() {
  const { pathname } = useLocation();
  useEffect(() => {
    console.warn(`404: there is no page at ${pathname}`);
  }, [pathname]);
  return (
    <Sheet
      name="404"
      title={'Oops!\nPage not found'}
      lead="The address is missing from this deck. It may have moved, or it was never drafted."
      actions={<ReturnToHome />}
      exhibit={<MissingBar />}
      isDrawing
      note="The missing path has been noted in the console."
    />
  );
}

import { useMemo } from 'react';
import { fitTitles } from '../../deck/fit-title.ts';
import type { FittedTitle } from '../../deck/index.ts';
import type { Described } from '../reader/messages.ts';
import { slideOf, slides, titleWordings } from '../sample/slides.ts';
import { useStageState } from '../state.ts';

/**
 * Returns the title of a slide in each of its wordings, as the downloaded file has it. All titles of a deck have one size,
 * which depends on the chosen wordings of the other slides.
 */
export function useFittedTitles(number: number, description: Described): FittedTitle[] {
  const wordings = useStageState((state) => state.wordings);
  return useMemo(() => {
    return slideOf(number).wordings.flatMap((_, wording) => {
      const titles = slides.map((slide) =>
        titleWordings(slide, slide.number === number ? wording : wordings[slide.number]),
      );
      const at = slides.findIndex((slide) => slide.number === number);
      return fitTitles(description.title, titles, description)[at] ?? [];
    });
  }, [wordings, number, description]);
}

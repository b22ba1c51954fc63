import { type RefObject, useState } from 'react';

/**
 * Follows the browser's validation of a field. The browser alone decides when a field counts as invalid for the user
 * (`:user-invalid`) and words the problem.
 * @returns the browser's message while the field is `:user-invalid`, otherwise ''; and a function that reads the field,
 * to be called on `input`, `blur` and `invalid`.
 */
export function useFieldValidity(field: RefObject<HTMLInputElement | null>) {
  const [problem, setProblem] = useState('');
  const readValidity = () => {
    const input = field.current;
    setProblem(input?.matches(':user-invalid') ? input.validationMessage : '');
  };
  return { problem, readValidity };
}

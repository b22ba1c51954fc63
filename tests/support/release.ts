/** Whether this is `npm run test:release`, where the long tests run in their long form. */
export const isRelease = process.env.RELEASE === '1';

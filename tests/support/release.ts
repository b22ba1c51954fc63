/** Whether this is `npm run test:release`: what takes long runs as long as it should, alone on the machine. */
export const isRelease = process.env.RELEASE === '1';

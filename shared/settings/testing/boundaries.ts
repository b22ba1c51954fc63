import type { SettingName, Settings } from '../schema.ts';

/** The settings whose value is a number. */
type NumericName = {
  [Name in SettingName]: NonNullable<Settings[Name]> extends number ? Name : never;
}[SettingName];

/** The smallest and the largest value of each numeric setting. The compiler names a setting that is missing here. */
export const boundaries: Readonly<Record<NumericName, readonly [least: number, most: number]>> = {
  PORT: [0, 65_535],
  UPSTREAM_TIMEOUT_MS: [100, 60_000],
  SIGNUP_LIMIT_PER_VISITOR_HOUR: [1, 2_147_483_647],
  SIGNUP_LIMIT_PER_ADDRESS_DAY: [1, 2_147_483_647],
  HSTS_MAX_AGE: [0, 63_072_000],
  MAIL_PER_MINUTE: [1, 10_000],
  SIGNUP_UNCONFIRMED_DAYS: [1, 3_650],
  SHUTDOWN_DELAY_MS: [0, 60_000],
};

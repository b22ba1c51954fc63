/** The attacker’s own entry in the list, and the secret that links to entries are sealed with. */
export const attackedAddress = 'attacker@attack.example';
export const entryLinkSecret = 'the-secret-of-links-to-entries';

/** How many times longer a wait may last where a test asks for the outcome only. A busy machine may need it. */
export const patience = 20;

export interface Readiness {
  ready: boolean;
  reason?: string | undefined;
}

/** Where sign-ups go: the function, and the database behind it. */
export interface Backend {
  name: 'supabase' | 'postgres' | 'embedded';
  /** What createClient is given; `fetch` runs the function in-process where there is no Supabase. */
  function: { url: string; key: string; fetch?: typeof fetch };
  /** With it the proxy vouches for the visitor’s address; undefined: the function would not believe it. */
  proxySecret: string | undefined;
  /** Opens the database; called once, after listening. Rejects with the reason. */
  open(): Promise<void>;
  readiness(): Promise<Readiness>;
  close(): Promise<void>;
}

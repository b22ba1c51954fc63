/** A mail that is ready to be sent. */
export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Address that a mail program posts to when the reader presses its own "unsubscribe" (RFC 8058). */
  oneClickRemoval: string;
}

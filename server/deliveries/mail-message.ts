/** A mail that is ready to be sent. */
export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The address to which a mail program posts when the reader presses the program’s own "unsubscribe" (RFC 8058). */
  oneClickRemoval: string;
}

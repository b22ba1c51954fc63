import { Command } from 'commander';
import type { Session } from '../../session.ts';
import { backupCommand } from './backup.ts';
import { countCommand } from './count.ts';
import { digestCommand } from './digest.ts';
import { eraseCommand } from './erase.ts';
import { exportCommand } from './export.ts';
import { forgetCommand } from './forget.ts';
import { inviteCommand } from './invite.ts';
import { listCommand } from './list.ts';
import { moveCommand } from './move.ts';
import { noticeCommand } from './notice.ts';
import { outboxCommand } from './outbox.ts';
import { restoreCommand } from './restore.ts';

const commands = [
  countCommand,
  digestCommand,
  listCommand,
  exportCommand,
  inviteCommand,
  noticeCommand,
  eraseCommand,
  forgetCommand,
  backupCommand,
  restoreCommand,
  moveCommand,
  outboxCommand,
];

export function signupsCommand(session: Session): Command {
  const command = new Command('signups');
  command.description('Count, read, erase, back up, restore or move sign-ups');
  for (const create of commands) command.addCommand(create(session));
  return command;
}

import { Command } from 'commander';
import type { Session } from '../../session.ts';
import { backupCommand } from './backup.ts';
import { countCommand } from './count.ts';
import { digestCommand } from './digest.ts';
import { eraseCommand } from './erase.ts';
import { exportCommand } from './export.ts';
import { forgetCommand } from './forget.ts';
import { goneCommand } from './gone.ts';
import { importCommand } from './import/index.ts';
import { inviteCommand } from './invite.ts';
import { listCommand } from './list.ts';
import { moveCommand } from './move.ts';
import { noticeCommand } from './notice.ts';
import { outboxCommand } from './outbox.ts';
import { remindCommand } from './remind.ts';
import { restoreCommand } from './restore.ts';
import { showCommand } from './show.ts';
import { stopCommand } from './stop.ts';

const commands = [
  countCommand,
  digestCommand,
  listCommand,
  showCommand,
  exportCommand,
  importCommand,
  stopCommand,
  goneCommand,
  remindCommand,
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
  command.description('Count, read, import, erase, back up, restore or move sign-ups');
  for (const create of commands) command.addCommand(create(session));
  return command;
}

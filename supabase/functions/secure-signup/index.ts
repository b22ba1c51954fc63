import { edgeDependencies } from './dependencies.ts';
import { handle } from './handle.ts';

const dependencies = edgeDependencies((name) => Deno.env.get(name));

Deno.serve((request) => handle(request, dependencies));

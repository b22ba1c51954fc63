import { edgeDependencies } from '../../../shared/signup/edge.ts';
import { handle } from '../../../shared/signup/handle.ts';

const dependencies = edgeDependencies((name) => Deno.env.get(name));

Deno.serve((request) => handle(request, dependencies));

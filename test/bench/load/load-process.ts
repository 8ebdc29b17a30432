/** Makes load in a process of its own, so that the processor time of the services is their own. */
import { answerMessages } from '../answer-messages';
import { Load } from './load';
import type { LoadRequest } from './messages';

answerMessages((request: LoadRequest) => new Load(request).run());

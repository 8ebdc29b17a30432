/** Entry `tidemark/pipeline` of the package: types of pipelines, and `definePipeline`. */
export { definePipeline } from '../core/pipelines/definition';
export type {
  EventReads,
  PipelineCell,
  PipelineContext,
  PipelineCountQuery,
  PipelineDefinition,
  PipelineEvent,
  PipelineLogger,
  PipelineObject,
  PipelineReads,
  PipelineResult,
  PipelineWrite,
} from '../core/pipelines/definition';

import { ValidationPipe } from '@nestjs/common';
import { invalidRequest, unknownField } from '@arbiter/platform';
import * as classTransformer from 'class-transformer';
import * as classValidator from 'class-validator';

/** Checks bodies against their DTO; unknown fields are refused, each problem names its field. */
export const bodyValidation = (): ValidationPipe =>
  new ValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    transform: true,
    validatorPackage: classValidator,
    transformerPackage: classTransformer,
    exceptionFactory: (errors) => invalidRequest(errors.map(({ property, constraints }) => {
      const fits = constraints?.['fits'];
      return fits === undefined ? unknownField(property) : { field: property, detail: fits };
    })),
  });

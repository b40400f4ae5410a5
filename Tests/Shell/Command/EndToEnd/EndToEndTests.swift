import TestTraits
import Testing

/// The built program, from outside: arguments in; output, messages and exit status out.
///
/// One test at a time, so that machines with few cores have few processes to run at once.
@Suite("End to end", .fewAtOnce, .serialized)
enum EndToEndTests {}

import TestTraits
import Testing

/// Tests of the built program as a process: arguments, output, messages and exit status.
///
/// Four tests at a time, so that machines with few cores run few processes at once.
@Suite("End to end", .fewProcesses)
enum EndToEndTests {}

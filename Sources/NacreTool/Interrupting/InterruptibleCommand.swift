package import ArgumentParser

/// A command that tidies up and reports what it has done when a signal interrupts it.
///
/// `SIGINT` and `SIGTERM` cancel the task in which it runs. When it has ended, the process ends by the signal; a second
/// signal ends the process at once. Other commands end by the first signal, without a message.
package protocol InterruptibleCommand: AsyncParsableCommand, Sendable {}

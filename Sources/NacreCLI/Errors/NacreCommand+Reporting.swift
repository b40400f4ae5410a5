import ArgumentParser
import Nacre

extension NacreCommand {
    /// Says why a command ended early, and knows the status to end with.
    ///
    /// - Parameters:
    ///   - error: What it threw, or what the argument parser threw: help that was asked for is an error to it, too.
    ///   - console: Where it is said.
    /// - Returns: The status to end with.
    static func report(_ error: any Error, on console: Console) -> ExitStatus {
        guard !isParserError(error) else { return reportParserError(error, on: console) }
        console.diagnostics.progress(nil)
        var status = ExitStatus(of: error)
        do {
            // What was found before the failure is still a result.
            try console.output.flush()
        } catch {
            // The first failure is the one to report, unless it is no failure.
            if status == .success { status = ExitStatus(of: error) }
        }
        // Who interrupts a command knows why it ended.
        if status != .success, status.signal == nil { console.diagnostics.failure(message(of: error)) }
        return status
    }

    /// What to say of a failure.
    ///
    /// - Parameter error: The failure.
    /// - Returns: Its message, with the error underneath where the message does not tell that already.
    static func message(of error: any Error) -> String {
        guard let error = error as? EventStoreError, let cause = error.cause else { return "\(error)" }
        return error.message.contains("\(cause)") ? error.message : error.description
    }

    /// Whether the argument parser is who knows what to say: of everything else it would only print the description.
    private static func isParserError(_ error: any Error) -> Bool {
        error is ArgumentParser.ValidationError || error is ExitCode || error is CleanExit
            || exitCode(for: error) != .failure
    }

    private static func reportParserError(_ error: any Error, on console: Console) -> ExitStatus {
        let code = exitCode(for: error)
        var message = fullMessage(for: error)
        do {
            if code.isSuccess {
                if !message.isEmpty { try console.output.line(message) }
                try console.output.flush()
            } else if !message.isEmpty {
                if message.hasPrefix("Error: ") { message.removeFirst("Error: ".count) }
                let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
                console.diagnostics.failure(String(lines[0]))
                for line in lines.dropFirst() { console.diagnostics.hint(String(line)) }
            }
        } catch {
            return ExitStatus(of: error)
        }
        return ExitStatus(code: code.rawValue)
    }
}

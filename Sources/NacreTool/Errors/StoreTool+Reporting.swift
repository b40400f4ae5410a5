import ArgumentParser
import Nacre

extension StoreTool {
    /// Reports why a command ended early.
    ///
    /// - Parameters:
    ///   - error: The error of the command or of the argument parser. The parser reports requested help as an error,
    ///     too.
    ///   - console: The console that the report is written to.
    /// - Returns: The exit status.
    static func report(_ error: any Error, on console: Console) -> ExitStatus {
        guard !isParserError(error) else { return reportParserError(error, on: console) }
        console.diagnostics.progress(nil)
        var status = status(of: error)
        do {
            // Output from before the failure is still a result.
            try console.output.flush()
        } catch {
            // The first failure is reported, unless its status is success.
            if status == .success { status = ExitStatus(of: error) }
        }
        // An interruption by the user needs no message.
        if status != .success, status.signal == nil { console.diagnostics.failure("\(error)") }
        if let stopped = error as? StoppedImport { console.diagnostics.hint(stopped.recorded) }
        if let damage = ((error as? StoppedImport)?.cause ?? error) as? DamagedStore {
            console.diagnostics.hint(damage.remedy(tool: name))
        }
        for error in chain(of: error) {
            if let hint = hint(for: error) {
                console.diagnostics.hint(hint)
                break
            }
        }
        return status
    }

    /// The store errors in an error's chain of causes, outermost first.
    private static func chain(of error: any Error) -> [EventStoreError] {
        switch error {
        case let error as EventStoreError: [error] + (error.cause.map(chain) ?? [])
        case let error as CommandError: error.cause.map(chain) ?? []
        case let error as RecordedNotShown: chain(of: error.cause)
        case let error as StoppedImport: chain(of: error.cause)
        default: []
        }
    }

    /// The commands that remedy an error, if any.
    private static func hint(for error: EventStoreError) -> String? {
        // An error without a position means a missing log, which cannot be confirmed.
        if error.code == .eventsLost, error.position != nil {
            return "to confirm that the log was restored on purpose: \(name) restored"
        }
        if let token = error.token { return "to see the events that made it fail: \(name) why \(token)" }
        return HaltRemedy(of: error, tool: name).map { "\($0)" }
    }

    /// The status of a failure; the program defines the statuses of its own domain's errors.
    static func status(of error: any Error) -> ExitStatus {
        exitCode(for: error).map { ExitStatus(code: $0) } ?? ExitStatus(of: error)
    }

    /// Whether the argument parser formats this error; for all other errors it would only print the description.
    private static func isParserError(_ error: any Error) -> Bool {
        error is ArgumentParser.ValidationError || error is ExitCode || error is CleanExit
            || RootCommand<Self>.exitCode(for: error) != .failure
    }

    private static func reportParserError(_ error: any Error, on console: Console) -> ExitStatus {
        let code = RootCommand<Self>.exitCode(for: error)
        var message = RootCommand<Self>.fullMessage(for: error)
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

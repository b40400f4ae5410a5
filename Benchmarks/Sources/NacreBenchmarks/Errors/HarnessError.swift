/// What went wrong in the harness itself, with the exit code that says of which kind it is.
struct HarnessError: Error, CustomStringConvertible {
    /// What kind of failure it is: the exit code of the command.
    enum Kind: Int32 {
        case other = 1
        case badInput = 65
        case unavailable = 69
        case cannotCreate = 73
        case inputOutput = 74
    }

    var kind: Kind
    var message: String

    init(_ kind: Kind = .other, _ message: String) {
        self.kind = kind
        self.message = message
    }

    init(_ message: String) {
        self.init(.other, message)
    }

    var description: String { message }
}

/// Runs a body that asks something of the system.
///
/// - Throws: ``HarnessError`` with what was not done and the system's reason; one of the body's own as it is.
func reporting<Result>(
    _ failure: @autoclosure () -> String, as kind: HarnessError.Kind = .inputOutput, _ body: () throws -> Result
) throws(HarnessError) -> Result {
    do {
        return try body()
    } catch let error as HarnessError {
        throw error
    } catch {
        throw HarnessError(kind, "\(failure()): \(systemReason(error))")
    }
}

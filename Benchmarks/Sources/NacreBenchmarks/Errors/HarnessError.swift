/// A failure of the harness itself, with the exit code for its kind.
struct HarnessError: Error, CustomStringConvertible {
    /// The kind of failure: the exit code of the command.
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

/// Runs a body that makes a system call.
///
/// - Throws: ``HarnessError`` with the operation and the system's reason; a `HarnessError` of the body is unchanged.
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

package import ArgumentParser
package import Foundation

/// A failure of the harness itself, with the exit code for its kind.
package struct HarnessError: Error, CustomStringConvertible {
    /// The kind of failure: the exit code of the command.
    package enum Kind: Int32 {
        case other = 1
        case badInput = 65
        case unavailable = 69
        case cannotCreate = 73
        case inputOutput = 74
    }

    package var kind: Kind
    package var message: String

    package init(_ kind: Kind = .other, _ message: String) {
        self.kind = kind
        self.message = message
    }

    package init(_ message: String) {
        self.init(.other, message)
    }

    /// The failure of a system call, by the system's error number.
    package static func system(_ call: String, _ file: URL) -> HarnessError {
        HarnessError(.inputOutput, "\(call) of \(file.path) failed: \(String(cString: strerror(errno)))")
    }

    package var description: String { message }

    /// The exit code of the error, which is printed on standard error.
    package var reported: ExitCode {
        standardError("nacre-bench: \(self)")
        return ExitCode(kind.rawValue)
    }

    /// The failure of an open loop in which no append is due: every slice draws the same times, so none ever would be.
    package static func nothingIsDue(rate: Double, seconds: Double) -> HarnessError {
        HarnessError(
            "at \(decimal(rate, decimals: 2)) appends a second no append is due within \(decimal(seconds, decimals: 2)) s: "
                + "raise the rate, or make slices longer")
    }
}

/// Runs a body that makes a system call.
///
/// - Throws: ``HarnessError`` with the operation and the system's reason; a `HarnessError` of the body is unchanged.
package func reporting<Result>(
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

public import DomainKit
internal import Nacre

/// The error of a store that violates a rule of the conformance suite.
public struct ConformanceFailure: DescribedError {
    /// The promise, in words.
    public let rule: String

    /// What was expected and what was found.
    public let finding: String

    /// The error thrown by the store, if that is the failure.
    public let cause: (any Error)?

    init(rule: String = "", finding: String, cause: (any Error)? = nil) {
        self.rule = rule
        self.finding = finding
        self.cause = cause
    }

    /// The rule and the finding.
    public var description: String {
        let reason = cause.map { ": \($0)" } ?? ""
        return "“\(rule)” does not hold: \(finding)\(reason)"
    }
}

/// Fails the present rule if a claim about the store is false.
func require(_ isTrue: Bool, _ finding: @autoclosure () -> String) throws {
    guard isTrue else { throw ConformanceFailure(finding: finding()) }
}

/// Fails the present rule if two values differ.
func requireEqual<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String) throws {
    guard found == expected else {
        let difference = LineDifference(from: ValueDump(expected).lines, to: ValueDump(found).lines)
        throw ConformanceFailure(finding: "\(what) (- expected, + found)\n\(difference.text)")
    }
}

/// Fails the present rule if there is no value.
func requireValue<Value>(_ value: Value?, _ what: String) throws -> Value {
    guard let value else { throw ConformanceFailure(finding: "\(what): found none") }
    return value
}

/// Fails the present rule if an operation succeeds, or fails with the wrong error.
@discardableResult
func requireError(
    _ code: EventStoreError.Code, _ what: String, _ operation: () async throws -> Void
) async throws -> EventStoreError {
    do {
        try await operation()
    } catch let error as EventStoreError {
        guard error.code == code else {
            throw ConformanceFailure(finding: "\(what): expected the error \(code), found \(error.code)", cause: error)
        }
        return error
    } catch {
        throw ConformanceFailure(finding: "\(what): expected the error \(code), it threw another", cause: error)
    }
    throw ConformanceFailure(finding: "\(what): expected the error \(code), it succeeded")
}

/// Fails the present rule if an error's message lacks one of the parts.
func requireNamed(_ parts: [String], in error: EventStoreError, _ what: String) throws {
    for part in parts {
        try require(error.message.contains(part), "the message of \(what) does not name \(part): \(error.message)")
    }
}

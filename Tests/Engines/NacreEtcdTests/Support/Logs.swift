import Foundation
import NacreReplicated
import Testing

extension ReplicatedLog {
    /// Appends an entry that must be committed.
    ///
    /// On a machine that is busy with other tests, a server may answer too late: what became of it is read then.
    func appendCommitted(_ text: String, expecting sequence: UInt64) async throws {
        var isUnknown = false
        while true {
            let outcome = try await append(Array(text.utf8), expecting: LogSequence(sequence))
            switch outcome {
            case .committed(LogSequence(sequence + 1)): return
            case .conflict where isUnknown:
                guard try await entry(at: LogSequence(sequence + 1))?.bytes == Array(text.utf8) else { break }
                return
            case .unknown where !isUnknown:
                isUnknown = true
                continue
            default: break
            }
            throw NotCommitted(outcome: "\(outcome)")
        }
    }

    /// Appends entries that must be committed, with the texts `entry 1`, `entry 2` and so on.
    ///
    /// - Parameter sequences: Their sequences.
    /// - Throws: An error if one is not committed.
    func fill(_ sequences: ClosedRange<UInt64>) async throws {
        for sequence in sequences { try await appendCommitted("entry \(sequence)", expecting: sequence - 1) }
    }

    /// Appends an entry behind whatever is there, through failures, as a store does: it reads what stands at a sequence if
    /// the outcome is unknown.
    ///
    /// - Returns: Where it stands.
    func appendAnyway(_ text: String, deadline: Duration = .seconds(30)) async throws -> LogSequence {
        let bytes = Array(text.utf8)
        let end = ContinuousClock.now + deadline
        var attempt: LogSequence?
        while ContinuousClock.now < end {
            do {
                let expected: LogSequence
                if let attempt {
                    expected = attempt
                } else {
                    expected = try await bounds().tail
                }
                switch try await append(bytes, expecting: expected) {
                case .committed(let sequence): return sequence
                case .conflict:
                    if try await entry(at: expected.next)?.bytes == bytes { return expected.next }
                    attempt = nil
                // The same bytes with the same expectation are appended once at most.
                case .unknown: attempt = expected
                }
            } catch let error as ReplicatedLogError where error.code == .unreachable {
                continue
            }
        }
        throw NotCommitted(outcome: "no outcome in \(deadline)")
    }

    /// The texts of the next entries.
    func texts(after sequence: UInt64, count: Int) async throws -> [String] {
        var texts: [String] = []
        var next = sequence + 1
        for try await entry in entries(after: LogSequence(sequence)) {
            #expect(entry.sequence.number == next)
            next += 1
            texts.append(String(decoding: entry.bytes, as: UTF8.self))
            if texts.count == count { break }
        }
        return texts
    }

    /// The code of the error of a call; fails the test if there is none.
    func code(of call: (Self) async throws -> some Any) async -> ReplicatedLogError.Code? {
        do {
            let result = try await call(self)
            Issue.record("there is no error, but \(result)")
            return nil
        } catch let error as ReplicatedLogError {
            return error.code
        } catch {
            Issue.record(error)
            return nil
        }
    }
}

/// An append was not committed where the test needs it.
struct NotCommitted: Error {
    let outcome: String
}

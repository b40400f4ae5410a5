import NIOCore
import NIOHTTP1

/// Changes the items of one account through the API, over a connection of its own.
package struct PageChanger: Sendable {
    private let account: Int
    private let token: String
    private let nameBytes: Int
    private let connection: HTTPConnection
    private var items: [String] = []

    package init(account: Int, token: String, nameBytes: Int, over connection: HTTPConnection) {
        (self.account, self.token, self.nameBytes, self.connection) = (account, token, nameBytes, connection)
    }

    /// A change with the moments at which it was due and answered, by ``monotonicNanoseconds()``.
    package struct Made: Hashable, Sendable {
        package var change: PageChange
        package var due: UInt64
        package var answered: UInt64

        package init(_ change: PageChange, due: UInt64, answered: UInt64) {
            (self.change, self.due, self.answered) = (change, due, answered)
        }
    }

    /// Creates items.
    ///
    /// - Throws: ``HarnessError`` if the server refuses one.
    package mutating func create(_ count: Int) async throws {
        for item in 0..<count {
            let body = body(of: PageChange(account: account, item: item, number: 0))
            let answer = try await connection.answer(to: HTTPCall(.POST, "/v1/items", token: token, body: body))
            guard answer.status == 201, let location = answer.head.headers.first(name: "location") else {
                throw HarnessError(.unavailable, "the server answered a creation with \(answer.status): \(answer.text)")
            }
            items.append(location)
        }
    }

    /// Makes changes when they are due, or as soon as the one before is answered.
    ///
    /// - Returns: The changes that were made, and the failures of others.
    package func make(
        _ dues: [PageLoad.Due], from start: UInt64, watchedBy watch: LoadWatch?
    ) async throws -> (made: [Made], failures: [String]) {
        var (made, failures): ([Made], [String]) = ([], [])
        for due in dues {
            let moment = start + due.moment
            let now = monotonicNanoseconds()
            if now < moment { try await Task.sleep(for: .nanoseconds(moment - now)) }
            let call = HTTPCall(
                .PATCH, items[due.change.item], token: token, fields: [("if-match", "*")], body: body(of: due.change))
            let answer = try await connection.answer(to: call)
            let answered = monotonicNanoseconds()
            if answer.status == 200 {
                made.append(Made(due.change, due: moment, answered: answered))
                watch?.note(events: 1, nanoseconds: answered - moment)
            } else {
                failures.append("status \(answer.status)")
                watch?.noteFailure()
            }
        }
        return (made, failures)
    }

    private func body(of change: PageChange) -> ByteBuffer {
        // A name has no character that JSON escapes.
        ByteBuffer(string: "{\"name\":\"\(change.name(bytes: nameBytes))\"}")
    }
}

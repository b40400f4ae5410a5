import DomainKit
import FeatureAPI
package import ItemsDomain
import ItemsRemote
package import NIOCore

/// Lists over HTTP, as a client would.
package enum ServedListing {
    /// All items of a session's account, deleted ones included.
    package static func items(of token: String, on port: Int, _ loop: any EventLoop) async throws -> [ItemDetails] {
        let connection = try await HTTPConnection(to: port, on: loop)
        return try await closing(connection.close) {
            var items: [ItemDetails] = []
            var cursor: PageCursor?
            repeat {
                let request = ItemPageRequest(
                    after: cursor, limit: PageLimit.allowed.upperBound, includingDeleted: true)
                let message: ItemPageMessage = try await connection.answer(
                    to: ItemEndpoints.list, ItemPageParameters(request), NoMessage(), token: token)
                let page = try message.page()
                items += page.elements
                cursor = page.next
            } while cursor != nil
            return items
        }
    }
}

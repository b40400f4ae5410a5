import LMDB
import Nacre

/// The pending blocks of a log, shared by all store objects of this process that have it open.
struct PendingBlockList: Sendable {
    private let attachment: EnvironmentAttachment

    fileprivate init(_ attachment: EnvironmentAttachment) {
        self.attachment = attachment
    }

    /// The present blocks; `nil` if there are none.
    ///
    /// A reader takes them before its transaction of LMDB begins: a block leaves the list after LMDB's commit, so the
    /// transaction then sees what the list no longer has.
    var blocks: PendingBlocks? { attachment.object.map(Self.blocks) }

    /// Publishes blocks at the end of the list, in one step.
    ///
    /// - Returns: The size of all blocks in the list.
    /// - Throws: `inputOutput` if a block does not continue the one before it; the list is then unchanged.
    @discardableResult
    func append(_ blocks: [PendingBlock]) throws -> Int {
        var byteCount = 0
        try attachment.replace {
            let list = try PendingBlocks.appending(blocks, to: $0.map(Self.blocks))
            byteCount = list?.byteCount ?? 0
            return list
        }
        return byteCount
    }

    /// Removes the blocks that end at or before a position, in one step, once LMDB has committed them.
    func drop(upTo position: Position) {
        attachment.replace { $0.map(Self.blocks)?.dropping(upTo: position) }
    }

    /// The attached object, which is never anything else in a log.
    private static func blocks(_ object: any AnyObject & Sendable) -> PendingBlocks {
        unsafe unsafeDowncast(object, to: PendingBlocks.self)
    }
}

extension Environment {
    /// The blocks of this log that are not in the file yet.
    var pendingBlocks: PendingBlockList { PendingBlockList(attachment) }
}

extension WriteTransaction {
    /// The blocks of this log that are not in the file yet.
    ///
    /// Here they are complete although the transaction has begun already: it holds the write lock, so nothing has been
    /// committed since, and what has left the list was committed before.
    var pendingBlocks: PendingBlockList { PendingBlockList(attachment) }
}

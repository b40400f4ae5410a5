import DomainKit
import Nacre

// The listings of `StreamsAndTags.md`.

enum StreamsAndTags {
    static func queries() -> [Query] {
        let placed = Query.types("OrderPlaced")
        let orders = Query.categories("order")
        let used = Query.tagged("voucher:X1")

        // Ada's placed orders, and everything about vouchers: items are joined by OR, the terms of an item by AND.
        let both = Query([
            Query.Item(types: ["OrderPlaced"], tags: ["customer:ada"]),
            Query.Item(categories: ["voucher"]),
        ])
        return [placed, orders, used, both]
    }
}

public import DomainKit
public import ItemsDomain

/// The answer to a query on items, in the form in which a cache keeps it.
public enum ItemAnswer: Sendable, Equatable {
    /// An item; `nil` if it was never created.
    case item(ItemDetails?)

    /// A page of items.
    case page(Page<ItemDetails>)

    /// The format of the answers in a cache; raised whenever it changes.
    public static let format = 1
}

extension ItemAnswer: Codable {
    /// The messages of the API: a cache keeps what the server sends.
    private struct Messages: Codable {
        var item: ItemMessage?
        var page: ItemPageMessage?
    }

    /// Reads the messages that ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let messages = try Messages(from: decoder)
        self = if let page = messages.page { .page(try page.page()) } else { .item(try messages.item?.details()) }
    }

    /// Writes the messages of the API.
    public func encode(to encoder: any Encoder) throws {
        let messages =
            switch self {
            case .item(let details): Messages(item: details.map(ItemMessage.init))
            case .page(let page): Messages(page: ItemPageMessage(page))
            }
        try messages.encode(to: encoder)
    }
}

import NacreLMDB
import NacreRuntime
import NacreTool

@main struct ShopCommand: StoreTool {
    static let (name, version) = ("shop", "1.0")
    static var features: Features { Spending() }
    static func engine(_ at: StoreLocation) -> LMDBEngine { .lmdb(at: at.path, options: .init(logger: at.logger)) }
}

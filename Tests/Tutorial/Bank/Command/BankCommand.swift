import Bank
import NacreLMDB
import NacreRuntime
import NacreTool

@main struct BankCommand: StoreTool {
    static let (name, version) = ("bank", "1.0")
    static var features: Features { Bank.features }
    static func engine(_ at: StoreLocation) -> LMDBEngine { .lmdb(at: at.path, options: .init(logger: at.logger)) }
}

// A small number for each thread, so that threads can have counters of their own.
#pragma once

namespace tabiya::table {

// From 0; a dead thread's number goes to the next one.
int this_thread_number();

}  // namespace tabiya::table
